// Loaded into each server under test: ends it when the process of the tests is gone, however that ended.
import { isMainThread } from 'node:worker_threads'

// The threads of a server load this as well, and have no input of their own.
if (isMainThread) {
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.stdin.on('end', end).on('error', end).resume().unref()
}
