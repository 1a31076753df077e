import type * as Api from '@atelier/api'
import type * as Documents from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import type * as Site from '@atelier/site'
import { describe, expectTypeOf, it } from 'vitest'

/** The API contract is at the bottom and imports no package, so it declares these types a second time. */
describe('what the API contract repeats of the packages', () => {
  it('is the same', () => {
    expectTypeOf<Api.Finding>().toEqualTypeOf<Site.Finding>()
    expectTypeOf<Api.ChangeLine>().toEqualTypeOf<Documents.ChangeLine>()
    expectTypeOf<Omit<Api.ImportPlan, 'upload'>>().toEqualTypeOf<Site.ImportPlan>()
    expectTypeOf<Api.RouteCapability>().toExtend<Capability>()
  })
})
