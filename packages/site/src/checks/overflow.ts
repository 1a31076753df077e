import type { Measured } from '../context/surface.ts'
import { layoutReport } from '../view/report.ts'
import type { Finding } from './finding.ts'

/** The findings of a page that was rendered and measured at one width. */
export function overflowFindings(documentId: string, measured: Measured): Finding[] {
  const report = layoutReport(measured)?.report
  const { width } = measured.viewport
  return (report?.warnings ?? []).flatMap(({ kind, nodeId, message }): Finding[] => {
    if (kind !== 'horizontal-overflow' && kind !== 'broken-image') return []
    const isBroken = kind === 'broken-image'
    return [
      {
        code: isBroken ? 'broken-image' : 'overflow',
        severity: isBroken ? 'error' : 'warning',
        message: isBroken ? message : `At ${width} px: ${message}`,
        hint: isBroken
          ? 'Upload the file, or remove the picture.'
          : 'Let it wrap or shrink: max-width: 100%, min-width: 0, flex-wrap, minmax(0, 1fr).',
        documentId,
        nodeId,
        excerpt: `${width} px`,
      },
    ]
  })
}
