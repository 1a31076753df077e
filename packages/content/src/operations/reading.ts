import { brain_analyze } from './brain_analyze.ts'
import { brain_query } from './brain_query.ts'
import { brain_search } from './brain_search.ts'
import { entryHistory } from './entryHistory.ts'
import { get_content } from './get_content.ts'
import { list_models } from './list_models.ts'
import { listUntranslated } from './listUntranslated.ts'
import { previewModel } from './previewModel.ts'
import { relation_expand } from './relation_expand.ts'
import { validate } from './validate.ts'
import { validate_schema } from './validate_schema.ts'

/** Those that read models and entries, with the types that they were defined with. */
export const readOperations = [
  list_models,
  get_content,
  brain_query,
  brain_search,
  brain_analyze,
  relation_expand,
  validate,
  validate_schema,
  entryHistory,
  previewModel,
  listUntranslated,
] as const
