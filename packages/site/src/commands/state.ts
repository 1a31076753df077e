/** The destination of a node, in the form that `moveNode` takes. */
export interface MoveTarget {
  parentId: string
  index: number
}

/** One node that is selected. */
export interface SelectedNode {
  nodeId: string
  /** The name of the layer. */
  title: string
  /** Whether it is an element, not a text. */
  isElement: boolean
  /** Its tag; absent for a text. */
  tag?: string
  /** Whether there are layers in it. */
  holdsOthers?: boolean
  /** Whether it is the body of the page. */
  isRoot: boolean
  /** Whether it is left out of the published site. */
  isHidden?: boolean
  /** Whether a person has locked it, or its page if it is the body: no agent changes it. */
  isLocked?: boolean
  /** The id of its component, if it is an instance. */
  componentId?: string
  /** The destination of one step in each direction; absent if the node cannot move that way. */
  moves: { up?: MoveTarget; down?: MoveTarget; out?: MoveTarget; in?: MoveTarget }
  /** The node to select after this one is deleted. */
  next?: string
}

/** The state of an editor with an open document of the site, as its commands see it. */
export interface SiteEditorState {
  documentId?: string
  /** The kind of the open document. */
  kind?: 'page' | 'template' | 'component'
  /** The names of the slots in the document; empty for one without a name. */
  slots?: readonly string[]
  /** The node that was selected last. */
  selected?: SelectedNode
  /**
   * Every selected node in the order of the page, without those inside another of them. Their moves go together: a
   * node that follows another selected one leads behind it. Absent means `selected` alone.
   */
  selection?: readonly SelectedNode[]
}
