declare module 'virtual:page-script' {
  const url: string
  export default url
}
