import { defineOperation, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { auditDocuments, auditSite } from '../../checks/audit.ts'
import { bySeverity, countFindings, Finding } from '../../checks/finding.ts'
import { appliedCode } from '../../code/applies.ts'
import { type CodeAsset, codeAssets } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'
import { documents } from '../../document/pages.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { codeProblems } from '../../lint/codeProblems.ts'
import { DocumentTarget } from '../shared/documentRef.ts'
import { findPage } from '../shared/target.ts'

const LISTED = 60

export const check_page = defineOperation({
  id: 'site.check_page',
  summary: 'Check a page',
  description:
    'Check a page (or with all: true the whole site) for broken links and images, missing alternatives and labels, low contrast, heading order, undefined tokens and classes, weight. Each finding names its node.',
  icon: 'list-checks',
  keywords: [
    'accessibility',
    'a11y',
    'contrast',
    'broken links',
    'audit',
    'lint',
    'validate',
    'quality',
    'errors',
    'problems',
  ],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    { document: Type.Optional(DocumentTarget), all: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    findings: Type.Array(Finding),
    counts: Type.Object({ error: Type.Number(), warning: Type.Number(), note: Type.Number() }),
  }),
  async run(context: SiteContext, { document, all = false }) {
    const target = all ? undefined : await findPage(context, document?.id)
    if (target?.refused) return target.refused
    const trees = new Map<string, PageTree>()
    for (const { id } of documents(context.site)) {
      const draft = await context.drafts.open(id)
      if (draft) trees.set(id, readTree(draft))
    }
    const audited = { site: context.site, siteId: context.siteId ?? '', tree: (id: string) => trees.get(id) }
    const found = await inSlices(target ? auditDocuments(audited, [target.found.entry.id]) : auditSite(audited))
    const assets = target ? appliedCode(context.site, target.found.entry.id) : undefined
    const code = assets ? [...assets.scripts, ...assets.styles] : codeAssets(context.site)
    for (const asset of code) found.push(...(await codeFindings(context, asset, target?.found.entry.id)))
    const findings = bySeverity(found)
    const warnings = findings.length > LISTED ? [`${findings.length - LISTED} more are not listed.`] : []
    return ok({ findings: findings.slice(0, LISTED), counts: countFindings(findings) }, { warnings })
  },
})

async function codeFindings(
  context: SiteContext,
  asset: CodeAsset,
  documentId = context.siteId ?? '',
): Promise<Finding[]> {
  const problems = await codeProblems(context, asset)
  return problems.map(({ line, message, severity }) => ({
    code: 'broken-code',
    severity,
    message: `${asset.path}, line ${line}: ${message}`,
    hint: 'Fix it with patch_code_asset.',
    documentId,
    excerpt: `${asset.path}:${line}`,
  }))
}
