import type { Store } from '../../../documents/store.ts'

/** What the shell's own commands act on. */
export interface ShellView {
  readonly history: {
    readonly state: Store<{ canUndo: boolean; canRedo: boolean }>
    undo(): void
    redo(): void
  }
  openOverlay(overlay: 'palette' | 'shortcuts'): void
  togglePanel(panel: 'navigator'): void
  showPanel(panel: 'properties'): void
  askAgent(): void
}
