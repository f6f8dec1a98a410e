"""Beside the Python packages the wheel carries the browser client and the contracts."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["riverbus*", "services*"]), "riverbus.web", "riverbus.proto"],
    package_dir={"riverbus.web": "web", "riverbus.proto": "proto"},
    package_data={
        "riverbus": ["py.typed"],
        "riverbus.web": ["**/*"],
        "riverbus.proto": ["**/*.proto"],
        "riverbus.runtime": ["alembic/*"],
        "services.lobby": ["seeds/*"],
        "services.chat": ["seeds/*", "data/*"],
    },
)
