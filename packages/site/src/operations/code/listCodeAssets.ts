import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { codeAssets, dependencies } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'
import { AssetSummary, summaryOf } from './codeTarget.ts'

export const list_code_assets = defineOperation({
  id: 'site.list_code_assets',
  summary: 'List scripts and styles',
  description: 'Scripts, user stylesheets: paths, hashes, sizes, runtime options; npm dependencies.',
  icon: 'file-code',
  keywords: ['all scripts', 'javascript files', 'custom stylesheets', 'npm packages'],
  effect: 'read',
  input: Type.Object(
    { type: Type.Optional(Type.Union([Type.Literal('script'), Type.Literal('style')])) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    assets: Type.Array(Type.Object(AssetSummary)),
    dependencies: Type.Record(Type.String(), Type.String()),
  }),
  async run({ site }: SiteContext, { type }) {
    const wanted = codeAssets(site).filter((asset) => type === undefined || asset.type === type)
    return ok({ assets: await Promise.all(wanted.map(summaryOf)), dependencies: dependencies(site) })
  },
})
