import type { ChangeLine, Documents } from '@atelier/documents'

/** Longest summary of one run; what exceeds it is only counted. */
const maxLines = 40

/** Describes in words the changes of runs, read from their change sets: one paragraph per run that changed anything. */
export function createChangesOf(documents: Documents): (runIds: readonly string[]) => Promise<string> {
  return async (runIds) => {
    const paragraphs: string[] = []
    for (const runId of runIds) {
      const changes = await documents.changes(runId)
      const described = changes ? documents.describe(changes.documents) : []
      if (!changes || described.length === 0) continue
      const lines = described.flatMap(({ documentId, title, lines }) =>
        lines.map((line) => `${title} (${documentId}): ${lineText(line)}`),
      )
      const left = lines.length - maxLines
      paragraphs.push(
        [
          changes.state === 'applied' ? 'Changed:' : 'Changed, and undone since:',
          ...lines.slice(0, maxLines),
          ...(left > 0 ? [`and ${left} further changes`] : []),
        ].join('\n'),
      )
    }
    return paragraphs.join('\n\n')
  }
}

function lineText({ kind, what, target, label, before, after }: ChangeLine): string {
  const values = [before === undefined ? '' : `from ${before}`, after === undefined ? '' : `to ${after}`]
  return [kind, what, label, target === undefined ? '' : `(${target})`, ...values]
    .filter((part) => part !== '')
    .join(' ')
}
