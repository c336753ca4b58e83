const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A JSON Resume date with the precision it has: "May 2024", or "2024". */
function formatDate(date: string): string {
  const [year = '', month] = date.split('-');
  return month === undefined ? year : `${MONTHS[Number(month) - 1]} ${year}`;
}

/** "Nov 2019 to Aug 2020", "May 2024 to present". */
export function periodOf(startDate: string, endDate: string | undefined): string {
  return `${formatDate(startDate)} to ${endDate === undefined ? 'present' : formatDate(endDate)}`;
}
