"""The one error of this package, in the words of the service: code, message, help."""

from __future__ import annotations


class KallosError(Exception):
    """Something went wrong between a trainer and the service.

    ``code`` is one of the service's (``KALLOS_TOKEN``, ``KALLOS_DEADLINE``...), or of this package:
    ``KALLOS_UNREACHABLE`` where no endpoint answered, ``KALLOS_ANSWER`` where one answered with what is no
    answer, ``KALLOS_DEAD`` where nothing has been judged for as many batches as the client was told to bear.
    """

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(f"{code}: {message} {help}".rstrip())
        self.code = code
        self.message = message
        self.help = help
