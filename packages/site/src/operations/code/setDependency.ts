import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { dependencies, dependencyPrefix, isPackageName, isVersionRange } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'

const most = 100

export const setDependency = defineOperation({
  id: 'site.setDependency',
  summary: 'Set an npm dependency',
  description:
    'Add, change or (version null) remove an npm package that scripts may import by name. It is installed at publish, without its install scripts.',
  icon: 'package',
  keywords: ['npm package', 'install package', 'library', 'javascript library', 'import package', 'uninstall package'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object(
    { name: Type.String({ maxLength: 300 }), version: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    dependencies: Type.Record(Type.String(), Type.String()),
    action: Type.Union([Type.Literal('set'), Type.Literal('removed'), Type.Literal('unchanged')]),
  }),
  run({ site }: SiteContext, { name, version }) {
    const all = dependencies(site)
    if (!isPackageName(name)) {
      return fail('invalid_input', `"${name.slice(0, 60)}" is not a valid package name.`, {
        path: '/name',
        expected: 'a name such as swiper or @splidejs/splide',
      })
    }
    const wanted = version?.trim()
    if (wanted !== undefined && !isVersionRange(wanted)) {
      return fail('invalid_input', `"${wanted.slice(0, 60)}" is not a version or range of versions.`, {
        path: '/version',
        expected: 'a version such as 4.1.0 or ^4.1.0',
        hint: 'Addresses, folders and tags are not taken.',
      })
    }
    if (wanted !== undefined && !(name in all) && Object.keys(all).length >= most) {
      return fail('too_many', `A site may have ${most} dependencies.`, { hint: 'Remove one that is not used.' })
    }
    const action = wanted === all[name] ? 'unchanged' : wanted === undefined ? 'removed' : 'set'
    if (action === 'set') site.set(`${dependencyPrefix}${name}`, wanted ?? '')
    else if (action === 'removed') site.delete(`${dependencyPrefix}${name}`)
    return ok({ dependencies: dependencies(site), action: action as 'set' | 'removed' | 'unchanged' })
  },
})
