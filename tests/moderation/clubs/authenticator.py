"""A device with passkeys, in software: it answers what a browser would be asked, honestly or not."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG
PRESENT, VERIFIED = FLAG.UP, FLAG.UP | FLAG.UV


@dataclass
class Authenticator:
    """One device with one passkey, in a browser that is at `origin`.

    `counts`: whether it says how often its passkey was used.
    """

    origin: str
    flags: int = VERIFIED
    counts: bool = True
    counter: int = 0
    crossing: bool = False  # shown by a frame in a page of another site
    rp: str = ""  # for which it signs, whatever it is asked; empty: as it is asked
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    number: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    handle: str = ""

    def creates(self, asked: dict[str, Any]) -> str:
        """What `navigator.credentials.create` comes to, as the script sends it."""
        assert asked["authenticatorSelection"]["residentKey"] == "required"
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        self.handle = asked["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())
        data = self._data(asked["rp"]["id"], FLAG.AT, AttestedCredentialData.create(Aaguid.NONE, self.number, public))
        said = self._said("webauthn.create", asked)
        made = AttestationObject.create("none", data, {})
        return self._written({"clientDataJSON": websafe_encode(said), "attestationObject": websafe_encode(made)})

    def shows(self, asked: dict[str, Any]) -> str:
        """What `navigator.credentials.get` comes to, as the script sends it."""
        assert asked["userVerification"] == "required" and not asked.get("allowCredentials")
        self.counter += self.counts
        said = self._said("webauthn.get", asked)
        data = self._data(asked["rpId"])
        return self._written(
            {
                "clientDataJSON": websafe_encode(said),
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(self.key.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))),
                "userHandle": self.handle,
            }
        )

    def _said(self, deed: str, asked: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(deed, websafe_decode(asked["challenge"]), self.origin, self.crossing)

    def _data(self, rp: str, more: int = 0, credential: bytes = b"") -> AuthenticatorData:
        about = sha256((self.rp or rp).encode()).digest()
        return AuthenticatorData.create(about, FLAG(self.flags | more), self.counter, credential)

    def _written(self, response: dict[str, str]) -> str:
        number = websafe_encode(self.number)
        return json.dumps({"id": number, "rawId": number, "type": "public-key", "response": response})
