import { ProjectMenu } from '../../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../../shell/bar/RoomSwitch.tsx'
import { useContent } from '../session/context.ts'

/** The project, and which part of it is open. */
export function ContentTitle({ projectName }: { projectName: string }) {
  const { project } = useContent()
  return (
    <>
      <ProjectMenu name={projectName} />
      <RoomSwitch room="content" projectId={project.id} />
    </>
  )
}
