"""Profiles: what may stand in them and who sees which part (ACC-05)."""

import re
import unicodedata

import msgspec

from services.lobby.domain.accounts import Account, Profile, Visibility
from services.lobby.domain.errors import BadProfile

LOCATION_MAX = 60
ABOUT_MAX = 280
_AVATAR = re.compile(r"[a-z0-9-]{0,30}")


def verify_profile(profile: Profile) -> Profile:
    """The profile, text trimmed. Raises BadProfile with the field's name."""
    if not _AVATAR.fullmatch(profile.avatar):
        raise BadProfile(details={"field": "avatar"})
    location = _text("location", profile.location, LOCATION_MAX)
    about = _text("about", profile.about, ABOUT_MAX)
    return msgspec.structs.replace(profile, location=location, about=about)


def visible_profile(account: Account, viewer_id: str | None) -> Profile:
    """The parts that this viewer may see; None is somebody who is not signed in."""
    profile = account.profile
    if viewer_id == account.account_id:
        return profile
    avatar = profile.avatar if _sees(profile.avatar_visibility, viewer_id) else ""
    sees_about = _sees(profile.about_visibility, viewer_id)
    return Profile(
        avatar=avatar,
        location=profile.location if sees_about else "",
        about=profile.about if sees_about else "",
        avatar_visibility=profile.avatar_visibility,
        about_visibility=profile.about_visibility,
    )


def _sees(visibility: Visibility, viewer_id: str | None) -> bool:
    if visibility is Visibility.EVERYBODY:
        return True
    return visibility is Visibility.PLAYERS and viewer_id is not None


def _text(field: str, value: str, longest: int) -> str:
    stripped = value.strip()
    if len(stripped) > longest:
        raise BadProfile(details={"field": field, "limit": str(longest)})
    if any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp", "Co") for char in stripped):
        raise BadProfile(details={"field": field})
    return stripped
