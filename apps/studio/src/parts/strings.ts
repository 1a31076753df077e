/** Texts of the room of CAD parts. */
export const parts = 'Parts'
export const noSuchPart = 'There is no such part, or it is not shared with you.'
export const noSuchProject = 'There is no such project, or it is not shared with you.'
export const readOnly = 'You may read this part, not change it.'
export const listIsReadOnly = 'You may read these parts, not change them.'
export const stillLoading = 'The part is still loading.'
export const changedSince = (count: number) =>
  count === 1
    ? '1 change was left, since others have changed it.'
    : `${count} changes were left, since others have changed them.`
export const unexpectedAnswer = 'The server answered unexpectedly. Reload the page, then try again.'
export const tryAgain = 'Try again'

export const newPart = 'New part'
export const emptyPart = 'Empty part'
export const fromStep = 'From a STEP file…'
export const askTheAgent = 'Ask the agent'
export const numbered = (number: number) => `Part ${number}`
export const noPartsYet = 'No parts yet'
export const noPartsHint =
  'A part is a CAD model that you and the agent change together: with parameters, measures and files for making it. It can be shown on a page.'
export const noPartsToRead = 'Its editors can make parts. You may read this project.'
export const searchParts = 'Search parts'
export const nothingFound = 'No part has this name.'
export const openPart = (name: string) => `Open ${name}`
export const moreOf = (name: string) => `More of ${name}`
export const rename = 'Rename'
export const renamePart = 'Rename part'
export const name = 'Name'
export const deletePart = 'Delete'
export const deleted = (part: string) => `Deleted ${part}`
export const undo = 'Undo'
export const notImported = (file: string) => `${file} was not imported`
export const importing = (file: string) => `Reading ${file}`

export const goToTheSite = 'Go to the site'
export const goToTheParts = 'Go to the parts'
export const part = 'Part'
export const features = 'Features'
export const parametersAndRequirements = 'Parameters and requirements'
export const noFeatures = 'Nothing is built yet. Ask the agent for a part, or add a STEP file.'
export const moreOfFeature = (feature: string) => `More of ${feature}`
export const suppress = 'Suppress'
export const takeIn = 'Take in again'
export const deleteFeature = 'Delete'
export const deleteWithDependents = 'Delete with what depends on it'
export const suppressed = 'suppressed'
export const skipped = 'not built'
export const failed = 'error'
export const built = 'built'
export const renameFeature = (feature: string) => `Name of ${feature}`

export const parameters = 'Parameters'
export const noParameters = 'A parameter is a dimension with a name, such as width. Others are computed from it.'
export const expressionOf = (parameter: string) => `Value of ${parameter}`
export const newParameter = 'New parameter'
export const parameterName = 'Name of the new parameter'
export const parameterValue = 'Value of the new parameter'
export const nameHint = 'name'
export const valueHint = 'value'
export const add = 'Add'
export const deleteParameter = (parameter: string) => `Delete ${parameter}`
export const nameProblem = 'A name has letters, digits and _, and begins with a letter.'

export const requirements = 'Requirements'
export const noRequirements = 'A requirement must hold of the part, such as its width. It is measured at each build.'
export const wantedFor = (requirement: string) => `Wanted for ${requirement}`
export const holds = 'holds'
export const holdsNot = (measured: string) => `is ${measured}`
export const notMeasured = 'cannot be measured'
export const requirementMeasure = 'What is measured'
export const comparison = 'Comparison'
export const requirementValue = 'Wanted value'
export const deleteRequirement = (requirement: string) => `Delete the requirement ${requirement}`
export const measureNames = {
  'box.x': 'Width (X)',
  'box.y': 'Depth (Y)',
  'box.z': 'Height (Z)',
  volume: 'Volume in mm³',
  area: 'Surface in mm²',
  mass: 'Mass in g',
  bodies: 'Bodies',
} as const
export const comparisons = { '=': 'is', '<': 'at most', '>': 'at least' } as const

export const measures = 'Measures'
export const volume = 'Volume'
export const surface = 'Surface'
export const mass = 'Mass'
export const size = 'Size'
export const bodies = 'Bodies'
export const faces = 'Faces'
export const edges = 'Edges'
export const massAt = (mass: string, density: string) => `${mass} at ${density} g/cm³`

export const pictureOf = (part: string) => `${part}, to turn with the arrow keys`
export const views = 'Views'
export const view = 'View'
export const viewNames = {
  iso: 'Iso',
  front: 'Front',
  back: 'Back',
  left: 'Left',
  right: 'Right',
  top: 'Top',
  bottom: 'Bottom',
} as const
export const fit = 'Fit'
export const building = 'Building'
export const emptyTitle = 'This part is empty'
export const emptyText =
  'Say what it should be, with its dimensions. The agent builds it step by step, and measures it.'
export const importAStep = 'Add a STEP file'
export const notBuilt = 'The part could not be built'

export const exportPart = 'Export'
export const exportTitle = (part: string) => `Export ${part}`
export const format = 'Format'
export const formats = {
  step: { label: 'STEP', hint: 'Exact surfaces, for other CAD programs' },
  stl: { label: 'STL', hint: 'Triangles, for printing' },
  '3mf': { label: '3MF', hint: 'Triangles with units, for printing' },
  glb: { label: 'GLB', hint: 'Triangles with colours, for the web' },
  png: { label: 'PNG', hint: 'A picture of 1920 × 1440 pixels' },
} as const
export const download = (size: string) => `Download, ${size}`
export const preparing = 'Preparing'
export const notExported = 'The file could not be made'
export const noPageHere = 'No page is open here.'
export const noBodyTitle = 'Nothing solid yet'
export const noBodyText = 'The features of this part make no body so far. Those that failed say why.'
export const newRequirement = 'New requirement'

export const whereUsed = 'Where used'
export const usedNowhere = 'No page shows this part yet. Insert it on a page with Insert, Part.'
export const useKinds = { template: 'template', component: 'component' } as const

export const folders = 'Folders'
export const newFolder = 'New folder'
export const makeFolder = 'Make folder'
export const renameFolder = 'Rename folder'
export const moveTo = 'Move to'
export const emptyFolder = 'Nothing is in this folder. Drag parts here, or choose Move to in their menu.'
export const itemCount = (count: number) => (count === 1 ? '1 item' : `${count} items`)
export const deletedFolder = (folder: string) => `Deleted the folder ${folder}; its parts are where it was`

export const sides = { before: 'Before', after: 'After' } as const
export const pictureOfSide = (side: 'before' | 'after') => `The part ${side} this run`
export const noPicture = 'Nothing solid'
export const turnPictures = (view: string) => `Seen from: ${view.toLowerCase()}`
