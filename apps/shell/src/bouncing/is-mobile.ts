export { isMobile } from '@site/stage';
