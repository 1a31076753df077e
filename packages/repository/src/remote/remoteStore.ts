import type { RemoteSecret } from './remote.ts'
import type { RemoteAddress } from './remoteUrl.ts'

/** The remote of a project, as its row keeps it. */
export interface ProjectRemote {
  address: RemoteAddress
  secret: RemoteSecret
  hostKey?: string
  /** Signs the webhook calls of the remote. */
  webhookSecret?: string
}

export interface RemoteStore {
  /** The address of a project's remote, without what opens it. */
  url(projectId: string): Promise<string | undefined>
  find(projectId: string): Promise<ProjectRemote | undefined>
  save(projectId: string, remote: ProjectRemote | undefined): Promise<void>
}
