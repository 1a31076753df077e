import { createServer, type Server } from 'node:net'

/**
 * The ports for servers under test lie below those that systems choose for outgoing connections and for servers without a port of
 * their own, in blocks. The process that listens at the first port of a block has the rest, until it ends.
 */
const FIRST = 20_000
const BLOCK = 100
const BLOCKS = 100

let block: Promise<number> | undefined
let used = 0

/** Returns a port at which nothing listens and which no other process of tests uses, also not while a server restarts. */
export async function reservePort(): Promise<number> {
  block ??= reserveBlock()
  const first = await block
  for (let tried = 1; tried < BLOCK; tried++) {
    used = (used % (BLOCK - 1)) + 1
    const port = first + used
    const probe = await listen(port)
    if (!probe) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
  throw new Error(`All ports from ${first} to ${first + BLOCK - 1} are in use: tests have left servers behind.`)
}

/** Takes a block that no process has. Returns its first port. */
async function reserveBlock(): Promise<number> {
  const start = Math.floor(Math.random() * BLOCKS)
  for (let tried = 0; tried < BLOCKS; tried++) {
    const first = FIRST + ((start + tried) % BLOCKS) * BLOCK
    const held = await listen(first)
    if (!held) continue
    held.unref()
    return first
  }
  throw new Error(`All ports from ${FIRST} to ${FIRST + BLOCKS * BLOCK - 1} are in use.`)
}

/** Listens at a port of this machine; undefined if another program does. */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
