/** The value, unless the signal is aborted first: then it rejects with the signal's reason. */
export function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    value.then(done, fail).finally(() => signal.removeEventListener('abort', abort))
  })
}
