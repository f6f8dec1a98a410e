PYTHON = .venv/bin/python

.PHONY: proto
proto:  ## Generate riverbus/pb from proto/
	$(PYTHON) tools/generate_proto.py
	PYTHONPATH=. $(PYTHON) tools/generate_frames.py
