"""The wallet's stores, gRPC servicers and bus."""
