import type { ShownEntry } from './pieces.ts'

/** The field of an entry that is the content of its page: the long text named `body` or `content`, otherwise its first. */
export function contentField({ source }: Pick<ShownEntry, 'source'>): string | undefined {
  const long = source.fields.filter(({ kind }) => kind === 'rich')
  const field = long.find(({ name }) => name === 'body') ?? long.find(({ name }) => name === 'content') ?? long[0]
  return field?.name
}
