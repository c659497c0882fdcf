module example.org/luxgate-client

go 1.21
