"""Examples are found repeatably, and none is late: machines that test are busy."""

from hypothesis import settings

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")
