import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'

/** The part of the properties that knows the content's models. None of it is part of the first view. */
export const LoopSettings = lazyWhenIdle(async () => (await import('./LoopSettings.tsx')).LoopSettings)
export const FieldChoice = lazyWhenIdle(async () => (await import('./FieldChoice.tsx')).FieldChoice)
export const FieldMenu = lazyWhenIdle(async () => (await import('./FieldMenu.tsx')).FieldMenu)
export const TemplateSettings = lazyWhenIdle(async () => (await import('./TemplateSettings.tsx')).TemplateSettings)
