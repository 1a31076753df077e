/** Texts of the bars above and below an editor. */
export const oneOtherHere = '1 other here'
export const othersHere = (count: number) => `${count} others here`
export const agentIsWaitingForYou = 'Agent is waiting for you'
export const agentAtWork = 'Agent at work'
export const context = (percent: number) => `context ${percent} %`
export const room = 'Room of the project'
export const roomIs = (label: string) => `Room: ${label}`
export const site = 'Site'
export const content = 'Content'
export const parts = 'Parts'
export const assistant = 'Assistant'
export const undo = 'Undo'
export const redo = 'Redo'
export const commands = 'Commands'
export const styleAndSettings = 'Style and settings'
export const agent = 'Agent'
export const project = (name: string | number) => `Project ${name}`
export const allProjects = 'All projects'
export const modelsAndKeys = 'Models and keys'
export const light = 'Light'
export const dark = 'Dark'
export const asTheSystem = 'As the system'
export const appearance = 'Appearance'
