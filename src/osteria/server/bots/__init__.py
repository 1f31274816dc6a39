"""Who answers for bots and stand-ins, and the processes in which they think."""
