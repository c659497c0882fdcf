@rem Scripts in package.json begin with eval, for a Node that is new enough. Windows has no such command, and finds this file.
@node tools/use-node.cjs > nul
