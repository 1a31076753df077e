import type { EditorContext } from '../api/index.ts'

export interface AgentPanelProps {
  projectId: string
  /** The scope of its sessions. */
  scope?: string
  /** Where the editor stands, asked when a message is sent. */
  context: () => EditorContext
  /** Selects a node in the canvas; in another document it is opened first. */
  select: (nodeId: string, documentId?: string) => void
  /** Opens a document in the canvas. */
  open: (documentId: string) => void
  /** Told what the agent is doing, for the status bar and the canvas. */
  onActivity?: (activity: AgentActivity) => void
}

export interface AgentActivity {
  running: boolean
  /** The label of the model that answers, or that would. */
  model?: string
  /** How full its window is, from 0 to 1, where the window is known. */
  context?: number
  /** The node and the document that the latest call is about. */
  nodeId?: string
  documentId?: string
}

export function AgentPanel({ projectId }: AgentPanelProps) {
  return <aside aria-label="Agent">{projectId}</aside>
}
