// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { chooseDirection } from './chooseDirection.ts'
import { editPlan } from './editPlan.ts'
import { carryOutPlan, listGenerations, planSite } from './generations.ts'
import { readPlan } from './readPlan.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  carryOutPlan,
  chooseDirection,
  editPlan,
  listGenerations,
  planSite,
  readPlan,
] as const
