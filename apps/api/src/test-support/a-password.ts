/** `correct horse battery staple`, hashed as cheaply as the server accepts: tests try it hundreds of times. */
export const TEST_PASSWORD = 'correct horse battery staple';
export const TEST_PASSWORD_HASH = '$scrypt$ln=14,r=1,p=1$c2l0ZS10ZXN0LXNhbHQtMQ$wE/qpMbvLb6jk3egouSN1N3kbGA+W+1oEu44llFxbt0';
