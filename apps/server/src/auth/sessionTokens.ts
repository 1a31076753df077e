import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth'
import { digest } from './secrets.ts'

type Adapter = DBTransactionAdapter<BetterAuthOptions>

/**
 * An adapter of the auth library that stores the digest of each session's token in place of the token. Who asks by a
 * token, or makes one, gets it back as it was; every other read shows the digest, which cannot sign in.
 * @param ended called after sessions were deleted
 */
export function hashSessionTokens(
  adapter: DBAdapter<BetterAuthOptions>,
  ended: () => Promise<void>,
): DBAdapter<BetterAuthOptions> {
  const hashed: Adapter = {
    ...adapter,
    async create<Data extends Record<string, unknown>, Row = Data>(input: {
      model: string
      data: Omit<Data, 'id'>
      select?: string[]
      forceAllowId?: boolean
    }) {
      const token = input.model === 'session' && 'token' in input.data ? input.data.token : undefined
      if (typeof token !== 'string') return adapter.create<Data, Row>(input)
      const row = await adapter.create<Data, Row>({ ...input, data: { ...input.data, token: digest(token) } })
      if (typeof row === 'object' && row !== null) Object.assign(row, { token })
      return row
    },
    findOne: async <Row>(input: Parameters<Adapter['findOne']>[0]) =>
      withToken(input, await adapter.findOne<Row>(stored(input))),
    findMany: (input) => adapter.findMany(input.where ? stored({ ...input, where: input.where }) : input),
    count: (input) => adapter.count(input.where ? stored({ ...input, where: input.where }) : input),
    update: async <Row>(input: Parameters<Adapter['update']>[0]) =>
      withToken(input, await adapter.update<Row>(stored(input))),
    updateMany: (input) => adapter.updateMany(stored(input)),
    async delete(input) {
      await adapter.delete(stored(input))
      if (input.model === 'session') await ended()
    },
    async deleteMany(input) {
      const count = await adapter.deleteMany(stored(input))
      if (input.model === 'session') await ended()
      return count
    },
    consumeOne: async <Row>(input: Parameters<Adapter['consumeOne']>[0]) =>
      withToken(input, await adapter.consumeOne<Row>(stored(input))),
    incrementOne: (input) => adapter.incrementOne(stored(input)),
  }
  return { ...hashed, transaction: (callback) => callback(hashed) }
}

interface Asked {
  model: string
  where: Where[]
}

/** The same question about what is stored. */
function stored<Input extends Asked>(input: Input): Input {
  if (input.model !== 'session') return input
  const where = input.where.map((each) => {
    const { field, value } = each
    if (field !== 'token') return each
    if (typeof value === 'string') return { ...each, value: digest(value) }
    if (!Array.isArray(value)) return each
    return { ...each, value: value.map((token) => digest(String(token))) }
  })
  return { ...input, where }
}

/** A row that was asked for by its token has that token. */
function withToken<Row>({ model, where }: Asked, row: Row): Row {
  const token = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
  if (typeof token === 'string' && typeof row === 'object' && row !== null) Object.assign(row, { token })
  return row
}
