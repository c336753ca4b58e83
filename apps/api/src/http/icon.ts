/** The site's circles, small enough to inline in the document. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg style='mix-blend-mode:multiply'%3E%3Ccircle cx='12' cy='12' r='10' fill='%23ff8a1f' opacity='.9'/%3E%3Ccircle cx='21' cy='20' r='10' fill='%2335b6ff' opacity='.8'/%3E%3C/g%3E%3C/svg%3E";
