"""What Prometheus reads of what is counted often."""

from prometheus_client import CollectorRegistry, Histogram, generate_latest

from osteria.server import measures


def test_what_is_counted_often_reads_like_the_librarys_own_histogram(monkeypatch):
    registry, own = CollectorRegistry(), CollectorRegistry()
    monkeypatch.setattr(measures, "REGISTRY", own)
    told, buckets = ("osteria_trial_seconds", "A trial"), (0.003, 0.01, 1, 3)
    theirs, ours = Histogram(*told, buckets=buckets, registry=registry), measures.Often(*told, buckets)
    for amount in (0.0, 0.003, 0.0031, 0.01, 0.5, 1, 2.5, 3, 3.5, 100):
        theirs.observe(amount)
        ours.observe(amount)
    wanted = [line for line in generate_latest(registry).splitlines() if b"_created" not in line]
    assert sorted(generate_latest(own).splitlines()) == sorted(wanted)
