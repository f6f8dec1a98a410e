"""A whole room in one process on virtual time: five services, players, faults, an auditor."""
