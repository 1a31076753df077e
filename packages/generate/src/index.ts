export { type ReadBlueprint, type ReadBlueprintOptions, readBlueprint } from './blueprint/read.ts'
export {
  Blueprint,
  ContentPlan,
  DesignPlan,
  MOST_PAGES,
  MOST_SECTIONS,
  PagePlan,
  SectionPlan,
  SharedPlan,
} from './blueprint/schema.ts'
export { BRAND_PROBLEM_KEY, BRAND_WISH_KEY, Brand, BrandWish, brandIn, type Logo } from './brand/brand.ts'
export { brandColors } from './brand/brandColors.ts'
export { type ColorShare, type Pixels, pictureColors } from './brand/pictureColors.ts'
export type { BrandAnswer, BrandReader, KeptLogo } from './brand/reader.ts'
export { createInstallFonts, type InstallFonts } from './generation/fonts.ts'
export { type PlannedGeneration, type Waiting, waitingFor } from './generation/held.ts'
export { settleOutcome } from './generation/outcomes.ts'
export { hasUtilities, pageFiles, pageOfFile } from './generation/pages.ts'
export { pageProblems } from './generation/problems.ts'
export { promptOf } from './generation/prompts.ts'
export { createResearch, type Research } from './generation/research.ts'
export {
  type GenerationRow,
  type GenerationRunRow,
  type GenerationTables,
  generationState,
  groupOf,
  isAtWork,
  type PartRun,
  stepOf,
} from './generation/rows.ts'
export { type FileCall, type SiteFiles, siteFilesOver } from './generation/siteFiles.ts'
export {
  briefWith,
  isMending,
  moveOf,
  partState,
  partsIn,
  planTitle,
  remainingTokens,
  stepRunOf,
} from './generation/states.ts'
export { stepTask } from './generation/stepTask.ts'
export { createTidy, type Tidy } from './generation/tidy.ts'
export { copyChangeSet, heldTranslations } from './generation/translations.ts'
export { createIconSearch, type IconSearchOptions } from './icons/search.ts'
export {
  createImageFinder,
  type ImageAccess,
  type ImageBudget,
  type ImageChoice,
  type ImageFinderOptions,
} from './images/finder.ts'
export { type TogetherModel, togetherModels } from './images/together.ts'
export {
  type GenerateServices,
  type GenerationService,
  type GenerationView,
  type NotBegun,
  type VariantService,
  type VariantsView,
  variantsView,
} from './operations/context.ts'
export { blueprintType } from './plan/documentType.ts'
export {
  addPlannedPage,
  addPlannedSection,
  movePlannedPage,
  movePlannedSection,
  type PlanOutcome,
  removePlannedPage,
  removePlannedSection,
  setPageField,
  setPlanField,
  setSectionField,
} from './plan/edit.ts'
export {
  blueprintOf,
  type Group,
  type Plan,
  type PlannedPage,
  type PlannedSection,
  readPlan,
  writePlan,
} from './plan/plan.ts'
export {
  type GenerationProgress,
  GenerationState,
  GenerationStep,
  PartState,
  PartStatus,
  Progress,
  readProgress,
  Source,
  writeProgress,
} from './plan/progress.ts'
export { rehearseBlueprint } from './rehearsal/blueprint.ts'
export { takeBrandColors } from './rehearsal/brandDesign.ts'
export { declinedLanguage } from './rehearsal/language.ts'
export { rehearseSite } from './rehearsal/site.ts'
export {
  type Decision,
  decide,
  type Outcome,
  PAGES_AT_ONCE,
  type Schedule,
  type StepRun,
  type ToBegin,
} from './schedule/decide.ts'
export { type ExpectedTokens, expectedTokens } from './schedule/expect.ts'
export { stepRehearsal } from './schedule/rehearse.ts'
export { createGenerateScope, type GenerateServicesOf } from './scope/generateScope.ts'
export { drawSketch } from './sketch/sketch.ts'
export { filesOfAnswer } from './steps/answer/filesOfAnswer.ts'
export { type BrandSources, brandSources, hexColor, sheetColors } from './steps/markup/siteBrand.ts'
export { mendPrompt } from './steps/prompts/mend.ts'
export {
  type AssetsContext,
  addPagesPrompt,
  assetsPrompt,
  componentsPrompt,
  generatePrompt,
  type PageContext,
  type PromptContext,
  type PromptPicture,
  type PromptSource,
  pagePrompt,
  redesignPrompt,
  type StepPrompt,
  stepSystems,
} from './steps/prompts/prompts.ts'
export { joinContinuation } from './steps/salvage/join.ts'
export { isRepeating } from './steps/salvage/repeating.ts'
export {
  type CutFile,
  continuationPrompt,
  MOST_CONTINUATIONS,
  type Salvaged,
  salvageContent,
} from './steps/salvage/salvage.ts'
export { fontsOfPlan, type PlanFont } from './steps/standIn/fonts.ts'
export { standInParts, standInStyles } from './steps/standIn/standIn.ts'
export { STEPS, type Step, stepTools } from './steps/steps.ts'
export { type StyleNames, styleNames } from './steps/styles/styleNames.ts'
export {
  mendClassesPrompt,
  type UnstyledClasses,
  unstyledClasses,
  unstyledNotice,
} from './steps/styles/unstyledClasses.ts'
export type { TidyDocument, TidyProposal } from './steps/tidy/proposal.ts'
export { planTidy } from './steps/tidy/tidy.ts'
export { readVariantsAnswer } from './variants/answer.ts'
export { variantsType } from './variants/documentType.ts'
export { variantsPrompt, variantsShape, variantsSystem } from './variants/prompt.ts'
export { rehearseVariants, variantsRehearsal } from './variants/rehearse.ts'
export {
  areOpen,
  readVariants,
  type SectionVariant,
  settleVariants,
  type Variants,
  type VariedSection,
} from './variants/variants.ts'
