# make play   starts Veilleur; make test and make check are what every change must pass. The work is in tools/run.py.

PYTHON ?= python3
PORT ?= 8000
RUN = $(PYTHON) tools/run.py
VENV = .venv/bin/python

.PHONY: play test check install format translations migrations lock audit atoms bench faults balance pictures wheel bundle

play:
	@$(RUN) play --port $(PORT)

test:
	@$(RUN) test $(ARGS)

check:
	@$(RUN) check

install:
	@$(RUN) install

format: install
	@$(VENV) -m ruff check --fix --quiet . ; $(VENV) -m ruff format .

translations: install
	@$(VENV) -m tools.catalogues update

migrations: install
	@$(VENV) manage.py makemigrations

lock: install
	@$(VENV) -m tools.lock

audit: install
	@$(VENV) -m tools.audit

atoms: install
	@$(VENV) -m tools.atoms $(ARGS)

bench: install
	@$(VENV) -m qa.bench $(ARGS)

faults: install
	@$(VENV) -m qa.faults $(ARGS)

pictures: install
	@$(VENV) -m qa.pictures $(ARGS)

wheel: install
	@$(VENV) -m hatchling build --target wheel --directory dist

bundle: install
	@$(VENV) -m tools.bundle

balance: install
	@$(VENV) manage.py balance_tables $(ARGS)
