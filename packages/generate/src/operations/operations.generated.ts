// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { editPlan } from './editPlan.ts'
import { carryOutPlan, listGenerations, planSite } from './generations.ts'
import { readPlan } from './readPlan.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  carryOutPlan,
  editPlan,
  listGenerations,
  planSite,
  readPlan,
] as const
