module.exports = '/image.svg';
