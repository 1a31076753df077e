/** What the bars above and below an editor say. */
export const oneOtherHere = '1 other here'
export const othersHere = (count: number) => `${count} others here`
export const agentIsWaitingForYou = 'Agent is waiting for you'
export const agentAtWork = 'Agent at work'
export const context = (percent: number) => `context ${percent} %`
export const pagesAndLayers = 'Pages and layers'
export const undo = 'Undo'
export const redo = 'Redo'
export const commands = 'Commands'
export const styleAndSettings = 'Style and settings'
export const agent = 'Agent'
