/** Where a node would go, as `moveNode` takes it. */
export interface MoveTarget {
  parentId: string
  index: number
}

/** What the commands of a site know of an editor that has one of its documents open. */
export interface SiteEditorState {
  documentId?: string
  selected?: {
    nodeId: string
    /** What the layer is called. */
    title: string
    /** An element, not a text. */
    isElement: boolean
    /** It is the body of the page. */
    isRoot: boolean
    /** The component that it is an instance of. */
    componentId?: string
    /** Where one step in each direction takes it; absent if there is no such place. */
    moves: { up?: MoveTarget; down?: MoveTarget; out?: MoveTarget; in?: MoveTarget }
    /** The node to select once this one is deleted. */
    next?: string
  }
}
