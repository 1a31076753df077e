/** The topic that is woken by each change of a project's content. */
export const contentTopic = (projectId: string): string => `content/${projectId}`

/** The topic that is woken by each change of any project's content. */
export const REPOSITORY_TOPIC = 'content-repositories'
