"""Who somebody is: links of seats, names, how much an address may ask for."""
