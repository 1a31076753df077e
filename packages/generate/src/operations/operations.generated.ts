// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { chooseDirection } from './chooseDirection.ts'
import { dismissVariants } from './dismissVariants.ts'
import { editPlan } from './editPlan.ts'
import { carryOutPlan, listGenerations, planSite } from './generations.ts'
import { listVariants } from './listVariants.ts'
import { makeVariants } from './makeVariants.ts'
import { readPlan } from './readPlan.ts'
import { showVariant } from './showVariant.ts'
import { takeBrandOfPicture } from './takeBrandOfPicture.ts'
import { takeBrandOfSite } from './takeBrandOfSite.ts'
import { takeVariant } from './takeVariant.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  carryOutPlan,
  chooseDirection,
  dismissVariants,
  editPlan,
  listGenerations,
  listVariants,
  makeVariants,
  planSite,
  readPlan,
  showVariant,
  takeBrandOfPicture,
  takeBrandOfSite,
  takeVariant,
] as const
