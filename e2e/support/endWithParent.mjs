// Loaded into each server under test: ends it when the process of the tests is gone, however that ended.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
process.stdin.on('error', () => process.kill(process.pid, 'SIGKILL'))
process.stdin.resume()
process.stdin.unref()
