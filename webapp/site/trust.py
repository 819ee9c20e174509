"""The certificate of the house's own: how a device learns to trust it, and the certificate itself.

Where the server has one, this is all that it says over plain http.
"""

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as Answer

from webapp.access.device import or_404
from webapp.access.join_links import qr
from webapp.http.house_certificate import HouseCertificate, fingerprint
from webapp.http.network import plain_url, public_url
from webapp.services import services, services_in

bp = Blueprint("trust", __name__)
KIND = "application/x-x509-ca-cert"
"""The type by which a phone offers to install a certificate."""
OVER_HTTP = frozenset({"trust.show", "trust.certificate", "static"})


@bp.record_once
def keep_the_rest_for_https(state: BlueprintSetupState) -> None:
    """Redirects all other addresses over plain http to this page, where the server speaks https itself."""
    if services_in(state.app).config.https:
        state.app.before_request(_to_this_page)


def _to_this_page() -> Answer | None:
    if request.is_secure or request.endpoint in OVER_HTTP:
        return None
    return redirect(url_for("trust.show"), 303)


@bp.get("/trust")
def show() -> str:
    root, config = _root(), services().config
    url = f"{plain_url(config)}{url_for('trust.show')}"
    return render_template(
        "site/trust/show.html",
        fingerprint=fingerprint(root),
        url=url,
        qr=qr(url),
        secure=public_url(config),
        device=_device(request.headers.get("User-Agent", "")),
    )


def _device(agent: str) -> str:
    """Returns which of the three lists of steps is meant for this browser."""
    if "iPhone" in agent or "iPad" in agent:
        return "apple"
    return "android" if "Android" in agent else "computer"


@bp.get("/trust/sixfold.crt")
def certificate() -> Response:
    return Response(_root().public_bytes(Encoding.DER), mimetype=KIND)


def _root() -> Certificate:
    config = services().config
    return or_404(HouseCertificate(config.certificate_folder).root() if config.https else None)


@bp.app_template_global()
def has_own_certificate() -> bool:
    return services().config.https
