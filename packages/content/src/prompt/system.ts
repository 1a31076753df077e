import { agentPrompt } from '../strings/agentPrompts.ts'

/**
 * The sections 1, 2 and 11 of the prompt: what is the same for every run, so that the providers' caches hold. The others
 * are the state (`contentState`).
 */
export const contentSystemPrompt = [
  [agentPrompt('role.heading'), agentPrompt('role.definition'), agentPrompt('role.scope')],
  [
    agentPrompt('architecture.heading'),
    agentPrompt('architecture.kinds'),
    agentPrompt('architecture.fields'),
    agentPrompt('architecture.relations'),
    agentPrompt('architecture.locales'),
    agentPrompt('architecture.status'),
    agentPrompt('architecture.settled'),
    agentPrompt('architecture.storage'),
    agentPrompt('architecture.branches'),
  ],
  [
    agentPrompt('rules.heading'),
    agentPrompt('rules.read'),
    agentPrompt('rules.save'),
    agentPrompt('rules.defaults'),
    agentPrompt('rules.models'),
    agentPrompt('rules.translate'),
    agentPrompt('rules.status'),
    agentPrompt('rules.references'),
    agentPrompt('rules.review'),
    agentPrompt('rules.errors'),
    agentPrompt('rules.pages'),
    agentPrompt('rules.data'),
    agentPrompt('rules.reply'),
  ],
]
  .map(([heading, ...lines]) => [heading, ...lines.map((line) => `- ${line}`)].join('\n'))
  .join('\n\n')
