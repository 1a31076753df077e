export type Bundler = typeof import('esbuild')

/** The bundler's process ended on what it read, which some code does that nests very deep. */
export class BundlerEnded extends Error {
  override name = 'BundlerEnded'

  constructor(cause: unknown) {
    super('It cannot be read: it nests too deep.', { cause })
  }
}

/** How often the process was started again. */
let restarts = 0

/**
 * Works with the bundler, a process that all scripts share. If that ends, it is started again and the work done once
 * more, since another project's script may have been the cause.
 * @throws BundlerEnded if it ends again
 */
export async function withBundler<Result>(work: (bundler: Bundler) => Promise<Result>): Promise<Result> {
  const bundler = await import('esbuild')
  for (let attempt = 1; ; attempt += 1) {
    const before = restarts
    try {
      return await work(bundler)
    } catch (error) {
      if (!hasEnded(error)) throw error
      if (restarts === before) {
        restarts += 1
        await bundler.stop()
      }
      if (attempt === 2) throw new BundlerEnded(error)
    }
  }
}

const hasEnded = (error: unknown): boolean =>
  error instanceof Error && /^The service (?:was stopped|is no longer running)/.test(error.message)
