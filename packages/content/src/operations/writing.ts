import { add_locale } from './add_locale.ts'
import { copy_locale } from './copy_locale.ts'
import { delete_content } from './delete_content.ts'
import { delete_model } from './delete_model.ts'
import { editField } from './editField.ts'
import { fixContent } from './fixContent.ts'
import { init_project } from './init_project.ts'
import { orderEntries } from './orderEntries.ts'
import { removeLocale } from './removeLocale.ts'
import { renameEntry } from './renameEntry.ts'
import { restoreEntry } from './restoreEntry.ts'
import { restoreFields } from './restoreFields.ts'
import { save_content } from './save_content.ts'
import { save_model } from './save_model.ts'
import { saveList } from './saveList.ts'
import { saveSettings } from './saveSettings.ts'
import { saveTranslations } from './saveTranslations.ts'
import { setRoute } from './setRoute.ts'
import { shareModel } from './shareModel.ts'
import { update_status } from './update_status.ts'
import { vocabulary } from './vocabulary.ts'

/** Those that write entries and models, with the types that they were defined with. */
export const writeOperations = [
  save_content,
  delete_content,
  copy_locale,
  update_status,
  vocabulary,
  init_project,
  save_model,
  add_locale,
  delete_model,
  renameEntry,
  restoreEntry,
  restoreFields,
  editField,
  orderEntries,
  setRoute,
  saveList,
  fixContent,
  saveSettings,
  shareModel,
  removeLocale,
  saveTranslations,
] as const
