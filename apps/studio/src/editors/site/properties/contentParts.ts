import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'

/** What of the properties knows the models of the content. None of it is part of the first view. */
export const LoopSettings = lazyWhenIdle(async () => (await import('./LoopSettings.tsx')).LoopSettings)
export const FieldChoice = lazyWhenIdle(async () => (await import('./FieldChoice.tsx')).FieldChoice)
export const FieldMenu = lazyWhenIdle(async () => (await import('./FieldMenu.tsx')).FieldMenu)
export const TemplateSettings = lazyWhenIdle(async () => (await import('./TemplateSettings.tsx')).TemplateSettings)
