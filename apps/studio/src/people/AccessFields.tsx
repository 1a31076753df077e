import { useQuery } from '@tanstack/react-query'
import { type AccessChoice, projectsQuery } from '../api/index.ts'
import { Select, Skeleton } from '../ui/index.ts'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { changeProjectRole, changeRole, memberRoles, type rolesToGive } from './words.ts'

const none = 'none'
const options = [{ value: none, label: strings.noAccess }, ...memberRoles]

/** The role in the workspace, and for a member the role in each project. */
export function AccessFields({
  value,
  onChange,
  roles,
}: {
  value: AccessChoice
  onChange: (value: AccessChoice) => void
  roles: ReturnType<typeof rolesToGive>
}) {
  const projects = useQuery(projectsQuery())
  const chosen = roles.find((role) => role.value === value.role)
  return (
    <>
      <Select
        label={strings.role}
        size="lg"
        value={value.role}
        options={roles}
        onChange={(next) => onChange(changeRole(value, roles, next))}
        hint={chosen?.hint}
      />
      {value.role === 'member' && (
        <fieldset className="m-0 p-0 min-w-0 border-0">
          <legend className={styles.legend}>{strings.projects}</legend>
          {projects.isPending ? (
            <Skeleton height={36} />
          ) : (
            <ul className={styles.projectList}>
              {projects.data?.projects.map((project) => (
                <li key={project.id} className={styles.project}>
                  <span className="min-w-0 truncate">{project.name}</span>
                  <Select
                    label={strings.roleIn(project.name)}
                    hideLabel
                    className={styles.projectRole}
                    value={value.projects.find(({ projectId }) => projectId === project.id)?.role ?? none}
                    options={options}
                    onChange={(next) => onChange(changeProjectRole(value, project.id, next))}
                  />
                </li>
              ))}
            </ul>
          )}
          {value.projects.length === 0 && <p className={styles.none}>{strings.theySeeNoProjectUntilYou}</p>}
        </fieldset>
      )}
    </>
  )
}
