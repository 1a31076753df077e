/** Texts of the controls of colours, ratings, icons and yes or no. */
export const yes = 'Yes'
export const no = 'No'
export const clearField = (label: string) => `Clear ${label}`
export const stars = (count: number, most: number) => `${count} of ${most}`
export const pickColor = (label: string) => `Pick ${label}`
export const chooseIcon = (label: string) => `Choose an icon for ${label}`
export const choose = 'Choose'
export const searchIcons = 'Search icons'
export const iconWords = 'What is drawn, such as truck'
export const noIcons = (words: string) => `No icon is called “${words}”.`
export const foundIcons = 'Found icons'
