import { delete_content } from './entries/deleteContent.ts'
import { editField } from './entries/editField.ts'
import { fixContent } from './entries/fixContent.ts'
import { orderEntries } from './entries/orderEntries.ts'
import { renameEntry } from './entries/renameEntry.ts'
import { restoreEntry } from './entries/restoreEntry.ts'
import { restoreFields } from './entries/restoreFields.ts'
import { save_content } from './entries/saveContent.ts'
import { saveList } from './entries/saveList.ts'
import { update_status } from './entries/updateStatus.ts'
import { add_locale } from './locales/addLocale.ts'
import { copy_locale } from './locales/copyLocale.ts'
import { removeLocale } from './locales/removeLocale.ts'
import { saveTranslations } from './locales/saveTranslations.ts'
import { delete_model } from './models/deleteModel.ts'
import { init_project } from './models/initProject.ts'
import { save_model } from './models/saveModel.ts'
import { setRoute } from './models/setRoute.ts'
import { shareModel } from './models/shareModel.ts'
import { saveSettings } from './settings/saveSettings.ts'
import { vocabulary } from './vocabulary/vocabulary.ts'

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
